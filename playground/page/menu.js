// The menu of a person: the commands that the bot offers on them.

import { byId, h, replace } from "./dom.js";
import { localised } from "./composer.js";

// It opens by a press on a name in a message, and by a right click, a long press or the menu key on every name.
export class PersonMenu {
  // `room` gives: api, channel (id), locale, userName(id), progress(text), sent(interaction, name)
  constructor(room) {
    this.room = room;
    this.box = byId("person-menu");
    this.name = null;
    for (const kind of ["click", "contextmenu"]) document.addEventListener(kind, (event) => this.asked(event));
    document.addEventListener("pointerdown", (event) => this.box.contains(event.target) || this.close());
    byId("messages").addEventListener("scroll", () => this.close());
    this.box.addEventListener("keydown", (event) => this.keys(event));
  }

  asked(event) {
    const name = event.target.closest("[data-user]");
    if (!name || (event.type === "click" && name.tagName !== "BUTTON")) return;
    event.preventDefault();
    this.open(name);
  }

  async open(name) {
    const { api, channel, locale } = this.room;
    const user = name.dataset.user;
    let commands;
    try {
      commands = await api.userCommands(channel);
    } catch (error) {
      return this.room.progress(error.message, true);
    }
    if (channel !== this.room.channel) return;
    this.name = name;
    this.box.setAttribute("aria-label", `Commands on ${this.room.userName(user)}`);
    replace(
      this.box,
      commands.length === 0 && h("p", { class: "empty" }, "The bot has no commands on people here"),
      commands.map((command) => {
        const shown = localised(command, "name", locale);
        return h("button", { type: "button", role: "menuitem", onclick: () => this.run(command.name, shown, user) }, shown);
      }),
    );
    this.box.hidden = false;
    const { left, top, bottom } = name.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.box;
    const below = bottom + height < innerHeight ? bottom : top - height;
    Object.assign(this.box.style, { left: `${Math.max(0, Math.min(left, innerWidth - width))}px`, top: `${Math.max(0, below)}px` });
    (this.box.querySelector("button") ?? this.box).focus();
  }

  close() {
    if (this.box.hidden) return;
    const focus = this.box.contains(document.activeElement);
    this.box.hidden = true;
    if (focus) this.name.focus();
  }

  keys(event) {
    const items = [...this.box.querySelectorAll("button")];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && items.length) {
      event.preventDefault();
      items[(items.indexOf(document.activeElement) + step + items.length) % items.length].focus();
    } else if (event.key === "Escape" || event.key === "Tab") {
      event.preventDefault();
      this.close();
    }
  }

  async run(name, shown, user) {
    this.close();
    try {
      this.room.sent(await this.room.api.useOn(this.room.channel, name, user), shown);
    } catch (error) {
      this.room.progress(error.message, true);
    }
  }
}
