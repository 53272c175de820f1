// Buttons, selects, pictures and the layouts around them.

import { colour, emoji, h } from "./dom.js";
import { link, markdown } from "./markdown.js";

const BUTTON_STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };
export const USER_SELECT = 5;
export const ROLE_SELECT = 6;
export const CHANNEL_SELECT = 8;
const SELECTS = new Set([3, 5, 6, 7, 8]);

// A picture with its alt text, to be heard, and to be read behind the badge.
export function picture({ url, description, width, height, spoiler }, extra = "") {
  const image = h("img", { src: url, alt: description ?? "", width, height, decoding: "async" });
  return h(
    "figure",
    { class: `picture ${extra}${spoiler ? " spoiler" : ""}`, vars: width && height ? { "--width": `${width}px`, "--ratio": width / height } : {} },
    h("a", { href: url, target: "_blank", rel: "noreferrer", "aria-label": "Open the picture by itself" }, image),
    description &&
      h("details", { class: "alt" }, h("summary", { title: "What the picture shows, in words" }, "ALT"), h("figcaption", {}, description)),
  );
}

export function components(message, context) {
  return message.components.map((component) => one(component, message, context));
}

function one(component, message, context) {
  const children = () => (component.components ?? []).map((child) => one(child, message, context));
  switch (component.type) {
    case 1:
      return h("div", { class: "row" }, children());
    case 2:
      return button(component, message, context);
    case 9:
      return h(
        "div",
        { class: "section" },
        h("div", { class: "section-text" }, children()),
        h("div", { class: "accessory" }, one(component.accessory, message, context)),
      );
    case 10:
      return h("div", { class: "text" }, markdown(component.content, context));
    case 11:
      return picture({ ...media(component.media, message), description: component.description }, "thumbnail");
    case 12:
      return h(
        "div",
        { class: `gallery n${Math.min(component.items.length, 4)}` },
        component.items.map((item) =>
          picture({ ...media(item.media, message), description: item.description, spoiler: item.spoiler }),
        ),
      );
    case 13:
      return file({ url: component.file.url, filename: component.name ?? "file", size: component.size });
    case 14:
      return h("hr", { class: component.divider === false ? "gap" : "", role: component.divider === false ? "presentation" : null });
    case 17:
      return h(
        "div",
        { class: "container", vars: { "--accent": colour(component.accent_color) ?? "var(--line)" } },
        children(),
      );
    default:
      if (SELECTS.has(component.type)) return select(component, message, context);
      return h("p", { class: "hint" }, `(a component of type ${component.type})`);
  }
}

// Width and height of a picture of the layout, known from the upload it shows.
function media(item, message) {
  const upload = message.attachments.find((attachment) => attachment.url === item.url);
  return { url: item.url, width: item.width ?? upload?.width, height: item.height ?? upload?.height };
}

export function file(attachment) {
  const size = attachment.size ? ` (${Math.max(1, Math.round(attachment.size / 1024))} kB)` : "";
  return h("p", { class: "file" }, "File: ", h("a", { href: attachment.url, download: attachment.filename }, attachment.filename), size);
}

function button(component, message, context) {
  const label = [emoji(component.emoji), component.label && h("span", {}, component.label)];
  const style = BUTTON_STYLES[component.style] ?? "secondary";
  if (component.style === 5) {
    const leads = link(component.url, context, ...label, h("span", { "aria-hidden": "true" }, "↗"));
    leads.className = "button link";
    return leads;
  }
  const waiting = context.waiting(message, component.custom_id);
  return h(
    "button",
    {
      type: "button",
      class: `button ${style}`,
      disabled: component.disabled,
      "aria-label": component.label ? null : (component.emoji?.name ?? "Button"),
      "aria-busy": waiting ? "true" : null,
      data: { customId: component.custom_id },
      onclick: () => context.use(message, component.custom_id),
    },
    label,
  );
}

// The channels that a select asks for, by the kinds that it names; without any, all of them.
export function channelsOf(component, context) {
  const kinds = { text: 0, thread: 11 };
  const wanted = component.channel_types?.length ? component.channel_types : Object.values(kinds);
  const found = context.channels().filter((channel) => wanted.includes(kinds[channel.kind]));
  return found.map((channel) => ({ label: `#${channel.name}`, value: channel.id }));
}

// The options of a select of roles.
export function rolesOf(context) {
  return context.roles().map((role) => ({ label: role.name, value: role.id }));
}

function optionsOf(component, context) {
  if (component.type === 3) return component.options;
  if (component.type === USER_SELECT || component.type === 7) {
    return context.users().map((user) => ({ label: user.name, value: user.id, description: user.bot ? "bot" : undefined }));
  }
  if (component.type === ROLE_SELECT) return rolesOf(context);
  if (component.type === CHANNEL_SELECT) return channelsOf(component, context);
  return [];
}

// A select: a button that opens a list. One value: a press chooses. Several: ticks, and a button that confirms.
function select(component, message, context) {
  const options = optionsOf(component, context);
  const least = component.min_values ?? 1;
  const most = Math.min(component.max_values ?? 1, options.length || 1);
  const defaults = new Set((component.default_values ?? []).map((value) => String(value.id)));
  const isDefault = (option) => option.default === true || defaults.has(option.value);
  const chosen = options.filter(isDefault).map((option) => option.label);
  const key = `${message.id}/${component.custom_id}`;
  const kinds = { [USER_SELECT]: "Choose people", [ROLE_SELECT]: "Choose roles", [CHANNEL_SELECT]: "Choose channels", 7: "Choose" };
  const title = chosen.length ? chosen.join(", ") : (component.placeholder ?? kinds[component.type] ?? "Make a selection");
  const body = (option) => [
    emoji(option.emoji),
    h("span", { class: "option-text" }, h("span", {}, option.label), option.description && h("small", {}, option.description)),
  ];
  const single = most === 1 && least <= 1;
  const list = h("div", { class: "options", role: "group", "aria-label": component.placeholder ?? "Options" });
  if (single) {
    for (const option of options) {
      list.append(
        h(
          "button",
          {
            type: "button",
            class: `option${isDefault(option) ? " default" : ""}`,
            "aria-pressed": isDefault(option) ? "true" : null,
            data: { value: option.value },
            onclick: () => context.use(message, component.custom_id, [option.value]),
          },
          body(option),
        ),
      );
    }
    if (least === 0 && chosen.length) {
      list.append(h("button", { type: "button", class: "option", onclick: () => context.use(message, component.custom_id, []) }, "None"));
    }
  } else {
    const ticked = () => [...list.querySelectorAll("input:checked")].map((input) => input.value);
    const confirm = h("button", { type: "button", class: "button primary", onclick: () => context.use(message, component.custom_id, ticked()) });
    const check = () => {
      const count = ticked().length;
      confirm.disabled = count < least || count > most;
      confirm.textContent = `Choose ${count} (${least === most ? least : `${least} to ${most}`})`;
      for (const input of list.querySelectorAll("input")) input.disabled = !input.checked && count >= most;
    };
    for (const option of options) {
      list.append(
        h(
          "label",
          { class: "option" },
          h("input", { type: "checkbox", value: option.value, checked: isDefault(option), onchange: check }),
          body(option),
        ),
      );
    }
    list.append(confirm);
    check();
  }
  const summary = h("summary", { class: component.disabled ? "disabled" : "", "aria-disabled": component.disabled ? "true" : null }, h("span", {}, title));
  const box = h(
    "details",
    {
      class: "select",
      open: context.openSelects.has(key),
      data: { customId: component.custom_id },
      ontoggle: () => {
        if (!box.open) return context.openSelects.delete(key);
        context.openSelects.add(key);
        return list.scrollIntoView({ block: "nearest" });
      },
      onkeydown: (event) => keys(event, box, summary),
    },
    summary,
    list,
  );
  if (component.disabled) summary.addEventListener("click", (event) => event.preventDefault());
  return box;
}

// Arrows go through an open list, Escape closes it.
function keys(event, box, summary) {
  if (event.key === "Escape" && box.open) {
    box.open = false;
    summary.focus();
    event.stopPropagation();
    return;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  box.open = true;
  const stops = [...box.querySelectorAll(".options button:not(:disabled), .options input:not(:disabled)")];
  const at = stops.indexOf(document.activeElement);
  stops[at < 0 ? 0 : (at + step + stops.length) % stops.length]?.focus();
}
