// Discord's markdown, as far as bots use it, into elements.

import { h, emoji, person } from "./dom.js";

const INLINE = new RegExp(
  [
    String.raw`\\(?<escaped>[^0-9A-Za-z\s])`,
    "(?<ticks>`+)(?<code>.+?)\\k<ticks>",
    String.raw`<(?<animated>a?):(?<emoji>\w+):(?<emojiId>\d+)>`,
    String.raw`<@!?(?<user>\d+)>`,
    String.raw`<@&(?<role>\d+)>`,
    String.raw`<#(?<channel>\d+)>`,
    String.raw`<\/(?<command>[^:>]+):\d+>`,
    String.raw`<t:(?<time>-?\d{1,13})(?::(?<style>[tTdDfFR]))?>`,
    String.raw`\[(?<label>[^\]\n]+)\]\(<?(?<target>https?:\/\/[^\s)>]+)>?(?:\s+"[^"]*")?\)`,
    String.raw`<(?<bracketed>https?:\/\/[^\s>]+)>`,
    String.raw`(?<url>https?:\/\/[^\s<]+[^\s<.,:;"'\])!?])`,
    String.raw`\*\*\*(?<boldItalic>(?:\\.|[^*])+?)\*\*\*`,
    String.raw`\*\*(?<bold>(?:\\.|(?!\*\*).)+?\*?)\*\*`,
    String.raw`__(?<under>(?:\\.|(?!__).)+?)__`,
    String.raw`~~(?<strike>(?:\\.|(?!~~).)+?)~~`,
    String.raw`\|\|(?<spoiler>(?:\\.|(?!\|\|).)+?)\|\|`,
    String.raw`\*(?<italic>(?!\s)(?:\\.|[^*])+?)\*`,
    String.raw`(?<![\w])_(?<italicU>(?:\\.|[^_])+?)_(?![\w])`,
  ].join("|"),
  "su",
);

const FORMATS = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

const UNITS = [
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

function relative(seconds, locale) {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const away = seconds - Date.now() / 1000;
  for (const [unit, size] of UNITS) {
    if (Math.abs(away) >= size || unit === "second") return format.format(Math.round(away / size), unit);
  }
  return "";
}

function timestamp(seconds, style, locale) {
  const date = new Date(seconds * 1000);
  const full = new Intl.DateTimeFormat(locale, FORMATS.F).format(date);
  const element = h("time", { class: "stamp", datetime: date.toISOString(), title: full });
  if (style === "R") {
    element.dataset.relative = String(seconds);
    element.dataset.locale = locale;
    element.textContent = relative(seconds, locale);
  } else {
    element.textContent = new Intl.DateTimeFormat(locale, FORMATS[style ?? "f"]).format(date);
  }
  return element;
}

// Brings every relative time on the page up to date; called once a second.
export function tick() {
  for (const element of document.querySelectorAll("time[data-relative]")) {
    const text = relative(Number(element.dataset.relative), element.dataset.locale);
    if (element.textContent !== text) element.textContent = text;
  }
}

const JUMP = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/[\w@]+\/(\d+)(?:\/(\d+))?$/;

// A link; one to a message of this Discord leads there.
export function link(url, context, ...children) {
  const found = JUMP.exec(url);
  if (found) {
    const name = context.channelName(found[1]);
    const label = children.length ? children : [`#${name ?? "unknown"} › message`];
    return h("button", { type: "button", class: "mention", onclick: () => context.jump(found[1], found[2]) }, ...label);
  }
  return h("a", { href: url, target: "_blank", rel: "noreferrer noopener" }, ...(children.length ? children : [url]));
}

export function inline(text, context) {
  const out = [];
  let rest = text;
  while (rest) {
    const found = INLINE.exec(rest);
    if (!found) break;
    if (found.index) out.push(rest.slice(0, found.index));
    out.push(piece(found, context));
    rest = rest.slice(found.index + found[0].length);
  }
  if (rest) out.push(rest);
  return out;
}

function piece(found, context) {
  const g = found.groups;
  const nested = (tag, inner, props = {}) => h(tag, props, inline(inner, context));
  if (g.escaped) return g.escaped;
  if (g.code) return h("code", {}, g.code.trim() || g.code);
  if (g.emojiId) return emoji({ id: g.emojiId, name: g.emoji });
  if (g.user) {
    const mine = g.user === context.me ? " me" : "";
    return person(`mention${mine}`, g.user, `@${context.userName(g.user) ?? "unknown-user"}`);
  }
  if (g.role) return h("span", { class: "mention" }, `@${context.roleName(g.role) ?? "unknown-role"}`);
  if (g.channel) {
    const name = context.channelName(g.channel);
    if (!name) return h("span", { class: "mention" }, "#unknown");
    return h("button", { type: "button", class: "mention", onclick: () => context.jump(g.channel) }, `#${name}`);
  }
  if (g.command) {
    return h("button", { type: "button", class: "mention", onclick: () => context.command(g.command) }, `/${g.command}`);
  }
  if (g.time) return timestamp(Number(g.time), g.style, context.locale);
  if (g.label) return link(g.target, context, inline(g.label, context));
  if (g.bracketed ?? g.url) return link(g.bracketed ?? g.url, context);
  if (g.boldItalic) return h("strong", {}, nested("em", g.boldItalic));
  if (g.bold) return nested("strong", g.bold);
  if (g.under) return nested("u", g.under);
  if (g.strike) return nested("s", g.strike);
  if (g.spoiler) {
    const reveal = (event) => event.currentTarget.classList.add("shown");
    return nested("span", g.spoiler, { class: "spoiler", tabindex: "0", title: "Spoiler", onclick: reveal, onkeydown: reveal });
  }
  return nested("em", g.italic ?? g.italicU);
}

const LIST = /^(\s*)(?:([-*])|(\d+)\.)\s+(.*)$/;

// Whole messages: headings, small print, quotes, lists and blocks of code, line by line.
export function markdown(text, context) {
  const out = [];
  const lines = text.split("\n");
  let paragraph = [];
  const flush = () => {
    if (paragraph.length) out.push(h("div", { class: "line" }, inline(paragraph.join("\n"), context)));
    paragraph = [];
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    let found;
    if (line.startsWith("```")) {
      flush();
      const block = [];
      const inside = line.slice(3);
      if (inside.endsWith("```") && inside.length > 3) {
        block.push(inside.slice(0, -3));
      } else {
        if (inside && !/^\w+$/.test(inside)) block.push(inside);
        while (++at < lines.length && !lines[at].endsWith("```")) block.push(lines[at]);
        if (at < lines.length && lines[at] !== "```") block.push(lines[at].slice(0, -3));
      }
      out.push(h("pre", {}, h("code", {}, block.join("\n"))));
    } else if ((found = /^(#{1,3})\s+(.+)$/.exec(line))) {
      flush();
      out.push(h("div", { class: `heading h${found[1].length}`, role: "heading", "aria-level": found[1].length + 2 }, inline(found[2], context)));
    } else if ((found = /^-#\s+(.+)$/.exec(line))) {
      flush();
      out.push(h("div", { class: "small-print" }, inline(found[1], context)));
    } else if (/^>>>\s/.test(line)) {
      flush();
      out.push(h("blockquote", {}, markdown([line.slice(4), ...lines.slice(at + 1)].join("\n"), context)));
      return out;
    } else if (/^>\s/.test(line)) {
      flush();
      const quoted = [line.slice(2)];
      while (/^>\s/.test(lines[at + 1] ?? "")) quoted.push(lines[++at].slice(2));
      out.push(h("blockquote", {}, markdown(quoted.join("\n"), context)));
    } else if ((found = LIST.exec(line))) {
      flush();
      const list = h(found[3] ? "ol" : "ul", found[3] ? { start: found[3] } : {});
      for (; found; found = LIST.exec(lines[++at] ?? "")) {
        const item = h("li", {}, inline(found[4], context));
        if (found[1].length >= 2 && list.lastElementChild) {
          let sub = list.lastElementChild.querySelector(":scope > ul");
          if (!sub) list.lastElementChild.append((sub = h("ul")));
          sub.append(item);
        } else {
          list.append(item);
        }
      }
      at--;
      out.push(list);
    } else {
      paragraph.push(line);
    }
  }
  flush();
  return out;
}
