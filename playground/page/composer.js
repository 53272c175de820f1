// The box at the bottom: plain messages, and commands with their options.

import { byId, h, replace } from "./dom.js";

const SUBCOMMANDS = new Set([1, 2]);

// A text in the person's language, as Discord chooses it.
export function localised(item, field, locale) {
  const known = item[`${field}_localizations`] ?? {};
  const twin = { "en-GB": "en-US", "en-US": "en-GB" }[locale];
  return known[locale] ?? known[twin] ?? item[field];
}

// A command as typed: its words, as typed and in lower case, and its options by name: `/domino play computers:3`.
function parsed(text) {
  const [typed, ...options] = text.slice(1).split(/\s+(?=[\p{L}\d_-]+:)/u);
  return { typed, words: typed.toLowerCase(), options: new Map(options.map((each) => [each.split(":", 1)[0].toLowerCase(), each.slice(each.indexOf(":") + 1).trim()])) };
}

// Every command that can be run, by its whole name, in the person's language, in the order in which the bot lists them.
function leaves(commands, locale) {
  const out = [];
  const visit = (node, names, shown) => {
    const inner = (node.options ?? []).filter((option) => SUBCOMMANDS.has(option.type));
    if (inner.length) {
      for (const child of inner) visit(child, [...names, child.name], [...shown, localised(child, "name", locale)]);
    } else {
      out.push({ name: names.join(" "), shown: shown.join(" "), about: localised(node, "description", locale), options: node.options ?? [] });
    }
  };
  for (const command of commands) visit(command, [command.name], [localised(command, "name", locale)]);
  return out;
}

export class Composer {
  // `room` gives: api, channel (id), locale, users(), channels(), placeholder, progress(text), sent(interaction, name)
  constructor(room) {
    this.room = room;
    this.commands = [];
    this.matching = [];
    this.active = 0;
    this.input = byId("composer-input");
    this.list = byId("suggestions");
    this.form = byId("command-form");
    this.plain = byId("message-form");
    this.input.addEventListener("input", () => this.suggest());
    this.input.addEventListener("keydown", (event) => this.keys(event));
    this.input.addEventListener("blur", () => setTimeout(() => document.activeElement !== this.input && this.hide(), 150));
    byId("commands-button").addEventListener("click", () => {
      this.input.value = "/";
      this.input.focus();
      this.suggest();
    });
    this.plain.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
  }

  // Another person or channel: other commands, an empty box.
  async reset() {
    this.leave();
    this.input.value = "";
    this.commands = [];
    this.input.placeholder = this.room.placeholder;
    this.input.setAttribute("aria-label", this.room.placeholder);
    await this.reload();
  }

  async reload() {
    const { api, channel, locale } = this.room;
    const commands = await api.commands(channel);
    if (channel !== this.room.channel) return;
    this.commands = leaves(commands, locale);
    if (!this.list.hidden) this.suggest();
  }

  hide() {
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  suggest() {
    const text = this.input.value;
    if (!text.startsWith("/")) return this.hide();
    const typed = parsed(text).words;
    this.matching = this.commands.filter((c) => c.shown.toLowerCase().startsWith(typed) || c.name.startsWith(typed));
    if (!this.matching.length) {
      // words from the middle of a name, in any places
      const words = typed.trim().split(/\s+/);
      this.matching = this.commands.filter((c) => words.every((word) => `${c.shown} ${c.name}`.toLowerCase().includes(word)));
    }
    if (!this.matching.length) {
      // an option that is being typed
      this.matching = this.commands.filter((c) => [c.shown.toLowerCase(), c.name].some((name) => typed.startsWith(`${name} `)));
    }
    this.active = 0;
    this.draw();
  }

  draw() {
    if (!this.matching.length) {
      replace(this.list, h("li", { class: "empty" }, this.commands.length ? "No such command" : "The bot has no commands here"));
    } else {
      replace(
        this.list,
        this.matching.map((command, index) =>
          h(
            "li",
            {
              id: `suggestion-${index}`,
              role: "option",
              "aria-selected": index === this.active ? "true" : "false",
              onpointerdown: (event) => {
                event.preventDefault();
                this.choose(command);
              },
            },
            h("b", {}, `/${command.shown}`),
            h("span", {}, command.about),
          ),
        ),
      );
      this.input.setAttribute("aria-activedescendant", `suggestion-${this.active}`);
      this.list.children[this.active]?.scrollIntoView({ block: "nearest" });
    }
    this.list.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
  }

  keys(event) {
    if (this.list.hidden || !this.matching.length) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      this.active = (this.active + step + this.matching.length) % this.matching.length;
      this.draw();
    } else if (event.key === "Tab" || event.key === "Enter") {
      event.preventDefault();
      const typed = parsed(this.input.value).words.trim();
      const exact = this.matching.find((c) => c.shown.toLowerCase() === typed || c.name === typed);
      this.choose(exact ?? this.matching[this.active]);
    } else if (event.key === "Escape") {
      this.hide();
    }
  }

  async send() {
    const text = this.input.value.trim();
    if (!text) return;
    if (text.startsWith("/")) return this.suggest();
    this.input.value = "";
    try {
      await this.room.api.say(this.room.channel, text);
    } catch (error) {
      this.input.value = text;
      this.room.progress(error.message, true);
    }
  }

  // Opens the command of that name, as a press on a mention of it does.
  open(name) {
    const command = this.commands.find((c) => c.name === name);
    if (command) this.choose(command);
  }

  // Runs the command of that name without showing its options.
  start(name, values) {
    const command = this.commands.find((c) => c.name === name);
    if (command) return this.run(command, values);
    this.room.progress("The bot is not ready yet.", true);
  }

  choose(command) {
    const { typed, words, options } = parsed(this.input.value);
    const name = [command.shown.toLowerCase(), command.name].find((each) => words.startsWith(`${each} `));
    this.hide();
    this.input.value = "";
    this.room.progress("");
    const fields = command.options.map((option) => this.field(command, option));
    const run = h("button", { class: "button primary" }, "Run");
    for (const field of fields) field.fill(options.get(field.shown.toLowerCase()) ?? options.get(field.name));
    const first = command.options.findIndex((option) => option.required);
    // what follows the command without a name is its first required option
    if (first >= 0 && name && !fields[first].read()) fields[first].fill(typed.slice(name.length).trim());
    this.fields = fields;
    this.command = command;
    replace(
      this.form,
      h("div", { class: "command-head" }, h("b", {}, `/${command.shown}`), h("span", {}, command.about)),
      h("div", { class: "command-fields" }, fields.map((field) => field.box)),
      h(
        "div",
        { class: "command-actions" },
        h("button", { type: "button", class: "button secondary", onclick: () => this.leave() }, "Cancel"),
        run,
      ),
    );
    this.form.onsubmit = (event) => {
      event.preventDefault();
      this.run(command, this.values());
    };
    this.form.onkeydown = (event) => {
      if (event.key === "Escape" && !event.defaultPrevented) this.leave();
      if (event.key === "Enter" && event.target.tagName === "SELECT") this.form.requestSubmit();
    };
    this.form.hidden = false;
    this.plain.hidden = true;
    (first >= 0 ? fields[first].element : run).focus({ preventScroll: true });
  }

  // Shows the text box in place of a command's form. It takes the focus only from that form, and not where a keyboard
  // would come up on the screen.
  leave() {
    const focus = this.form.contains(document.activeElement) && !matchMedia("(pointer: coarse)").matches;
    this.form.hidden = true;
    this.form.replaceChildren();
    this.plain.hidden = false;
    this.hide();
    if (focus) this.input.focus();
  }

  values() {
    const values = {};
    for (const field of this.fields) {
      const value = field.read();
      if (value !== undefined && value !== "") values[field.name] = value;
    }
    return values;
  }

  // Runs a command with these values, as a press on Run does.
  async run(command, values) {
    try {
      const interaction = await this.room.api.run(this.room.channel, command.name, values);
      this.leave();
      this.room.sent(interaction, `/${command.shown}`);
    } catch (error) {
      this.room.progress(error.message, true);
    }
  }

  field(command, option) {
    const { locale } = this.room;
    const about = localised(option, "description", locale);
    const shown = localised(option, "name", locale);
    const label = [shown, option.required ? h("span", { class: "required" }, " *") : h("i", { class: "optional" }, " optional")];
    const made = this.control(command, option);
    const fill = (text = "") => {
      const choices = [...(made.element.options ?? [])];
      const chosen = choices.find((each) => each.text.toLowerCase() === text.toLowerCase());
      if (text && (chosen || !choices.length)) made.element.value = chosen?.value ?? text;
    };
    return {
      ...made,
      fill,
      shown,
      name: option.name,
      box: h("label", { class: "field", title: about }, h("span", {}, label), made.wrap ?? made.element, h("small", {}, about)),
    };
  }

  control(command, option) {
    const required = option.required === true;
    const pick = (rows) => {
      const element = h("select", { required }, h("option", { value: "" }, "—"), rows.map(([value, name]) => h("option", { value }, name)));
      return { element, read: () => element.value };
    };
    if (option.choices?.length) {
      const chosen = pick(option.choices.map((c, index) => [String(index), localised(c, "name", this.room.locale)]));
      return { element: chosen.element, read: () => (chosen.read() === "" ? undefined : option.choices[Number(chosen.read())].value) };
    }
    if (option.type === 5) {
      const chosen = pick([["yes", "True"], ["no", "False"]]);
      return { element: chosen.element, read: () => ({ yes: true, no: false })[chosen.read()] };
    }
    if (option.type === 6 || option.type === 9) return pick(this.room.users().map((user) => [user.id, user.name]));
    if (option.type === 7) return pick(this.room.channels().map((channel) => [channel.id, `#${channel.name}`]));
    if (option.autocomplete) return this.completing(command, option, required);
    const numeric = option.type === 4 || option.type === 10;
    const element = h("input", {
      type: numeric ? "number" : "text",
      step: option.type === 10 ? "any" : null,
      min: option.min_value,
      max: option.max_value,
      minlength: option.min_length,
      maxlength: option.max_length,
      required,
      autocomplete: "off",
    });
    return { element, read: () => (element.value === "" ? undefined : numeric ? Number(element.value) : element.value) };
  }

  // A field whose choices the bot gives while one types.
  completing(command, option, required) {
    const id = `complete-${option.name}`;
    const list = h("ul", { id, class: "completions", role: "listbox", hidden: true });
    const element = h("input", { required, autocomplete: "off", role: "combobox", "aria-controls": id, "aria-expanded": "false", "aria-autocomplete": "list" });
    let choices = [];
    let active = -1;
    let timer = 0;
    let value;
    const hide = () => {
      list.hidden = true;
      element.setAttribute("aria-expanded", "false");
    };
    const take = (choice) => {
      element.value = choice.name;
      value = choice.value;
      hide();
    };
    const draw = () => {
      replace(
        list,
        choices.map((choice, index) =>
          h(
            "li",
            {
              role: "option",
              "aria-selected": index === active ? "true" : "false",
              onpointerdown: (event) => {
                event.preventDefault();
                take(choice);
              },
            },
            localised(choice, "name", this.room.locale),
          ),
        ),
      );
      list.hidden = choices.length === 0;
      element.setAttribute("aria-expanded", String(choices.length > 0));
      // above its field, and over the form's edge: nothing else moves when the list comes or goes
      const { left, top, width } = element.getBoundingClientRect();
      this.form.addEventListener("scroll", hide, { once: true });
      Object.assign(list.style, { left: `${left}px`, bottom: `${innerHeight - top}px`, width: `${width}px`, maxHeight: `${Math.min(220, top)}px` });
    };
    const ask = async () => {
      const others = this.values();
      delete others[option.name];
      try {
        const answer = await this.room.api.autocomplete(this.room.channel, command.name, option.name, element.value, others);
        choices = answer.choices;
        active = -1;
        if (document.activeElement === element) draw();
      } catch (error) {
        this.room.progress(error.message, true);
      }
    };
    element.addEventListener("input", () => {
      value = undefined;
      clearTimeout(timer);
      timer = setTimeout(ask, 200);
    });
    element.addEventListener("focus", ask);
    element.addEventListener("blur", hide);
    element.addEventListener("keydown", (event) => {
      if (list.hidden) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) {
        event.preventDefault();
        active = (active + step + choices.length) % choices.length;
        draw();
      } else if (event.key === "Enter" && active >= 0) {
        event.preventDefault();
        take(choices[active]);
      } else if (event.key === "Escape") {
        event.preventDefault();
        hide();
      }
    });
    return { element, wrap: h("span", {}, element, list), read: () => value ?? element.value };
  }
}
