// Builds elements. Text is always inserted as text: nothing here, or anywhere on the page, parses HTML.

export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "vars") for (const [key, v] of Object.entries(value)) element.style.setProperty(key, v);
    else if (value === true) element.setAttribute(name, "");
    else element.setAttribute(name, String(value));
  }
  append(element, children);
  return element;
}

export function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false) continue;
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return element;
}

export function replace(element, ...children) {
  element.replaceChildren();
  return append(element, children);
}

export const byId = (id) => document.getElementById(id);

// The colour of a number as Discord gives it, or undefined.
export function colour(value) {
  return typeof value === "number" ? `#${value.toString(16).padStart(6, "0")}` : undefined;
}

// People have a colour each, by the order of their ids.
const HUES = [205, 150, 340, 265, 28];
const order = [];
export function setPeople(ids) {
  order.splice(0, order.length, ...ids);
}

function hue(id) {
  return HUES[Math.max(order.indexOf(id), 0) % HUES.length];
}

export function avatar(id, name, extra = "") {
  return h("span", { class: `avatar ${extra}`, "aria-hidden": "true", vars: { "--hue": hue(id) } }, [...name][0] ?? "?");
}

// A person's name, with their menu.
export function person(kind, id, name) {
  return h("button", { type: "button", class: kind, "aria-haspopup": "menu", data: { user: id } }, name);
}

// An emoji of Discord's JSON ({id, name}), as a picture or as a character.
export function emoji(data) {
  if (!data) return null;
  if (data.id) return h("img", { class: "emoji", src: `/cdn/emojis/${data.id}.png`, alt: `:${data.name}:`, title: data.name });
  return h("span", { class: "emoji-char" }, data.name);
}
