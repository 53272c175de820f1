// Messages, as their reader sees them.

import { append, avatar, colour, h, person } from "./dom.js";
import { components, file, picture } from "./components.js";
import { inline, link, markdown } from "./markdown.js";

const IMAGE = /^image\/(png|jpe?g|gif|webp)$/;

export function message(data, context) {
  const metadata = data.interaction_metadata;
  const used = { 20: `/${metadata?.name}`, 23: metadata?.name }[data.type];
  const classes = ["message", data.ephemeral && "ephemeral", data.pings_me && "pings"].filter(Boolean).join(" ");
  const name = data.author.global_name ?? data.author.username;
  const referenced = data.referenced_message;
  return h(
    "article",
    { class: classes, data: { id: data.id }, "aria-label": `${name}, ${clock(data.timestamp, context.locale)}` },
    used && h("p", { class: "used" }, h("b", {}, metadata.user.global_name), " used ", h("code", {}, used)),
    referenced && h("p", { class: "used" }, "↪ ", h("b", {}, referenced.author.global_name), " ", inline(referenced.content.slice(0, 80), context)),
    avatar(data.author.id, name, data.author.bot ? "bot" : ""),
    h(
      "div",
      { class: "body" },
      h(
        "header",
        {},
        person("author", data.author.id, name),
        data.author.bot && h("span", { class: "tag" }, "APP"),
        h("time", { class: "when", datetime: data.timestamp, title: new Date(data.timestamp).toLocaleString(context.locale) }, clock(data.timestamp, context.locale)),
      ),
      content(data, name, context),
      h("p", { class: "failure", role: "alert", hidden: !context.failed(data) }, "This interaction failed: the application did not respond."),
      data.ephemeral &&
        h(
          "footer",
          {},
          "Only you can see this · ",
          h("button", { type: "button", class: "link-button", onclick: () => context.dismiss(data) }, "Dismiss"),
        ),
    ),
  );
}

function content(data, name, context) {
  if (data.loading) return h("p", { class: "thinking" }, h("span", { class: "dots", "aria-hidden": "true" }, "•••"), ` ${name} is thinking…`);
  const v2 = (data.flags & (1 << 15)) !== 0;
  const images = v2 ? [] : data.attachments.filter((a) => IMAGE.test(a.content_type));
  const files = v2 ? [] : data.attachments.filter((a) => !IMAGE.test(a.content_type));
  return [
    data.content &&
      h("div", { class: "text" }, markdown(data.content, context), data.edited_timestamp && h("small", { class: "edited" }, "(edited)")),
    images.length > 0 && h("div", { class: `gallery n${Math.min(images.length, 4)}` }, images.map((image) => picture(image))),
    files.map(file),
    (data.flags & (1 << 2)) === 0 && data.embeds.map((item) => embed(item, context)),
    components(data, context),
    data.reactions.length > 0 &&
      h("p", { class: "reactions" }, data.reactions.map((r) => h("span", {}, `${r.emoji.name} ${r.count}`))),
  ];
}

function embed(data, context) {
  const element = h("div", { class: "embed", vars: { "--accent": colour(data.color) ?? "var(--line)" } });
  const fields = data.fields ?? [];
  const own = (part) => part?.url?.startsWith(location.origin);
  return append(element, [
    data.author && h("div", { class: "embed-author" }, data.author.name),
    data.title && h("div", { class: "embed-title" }, data.url ? link(data.url, context, inline(data.title, context)) : inline(data.title, context)),
    own(data.thumbnail) && picture(data.thumbnail, "thumbnail float"),
    data.description && h("div", { class: "text" }, markdown(data.description, context)),
    fields.length > 0 &&
      h(
        "dl",
        { class: "fields" },
        fields.map((field) =>
          h("div", { class: field.inline ? "inline" : "" }, h("dt", {}, inline(field.name, context)), h("dd", {}, markdown(field.value, context))),
        ),
      ),
    own(data.image) && picture(data.image),
    (data.footer || data.timestamp) &&
      h(
        "div",
        { class: "embed-footer" },
        [data.footer?.text, data.timestamp && new Date(data.timestamp).toLocaleString(context.locale)].filter(Boolean).join(" • "),
      ),
  ]);
}

function clock(iso, locale) {
  const date = new Date(iso);
  const today = new Date().toDateString() === date.toDateString();
  return new Intl.DateTimeFormat(locale, today ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" }).format(date);
}
