// A modal that the bot opened for this person.

import { byId, emoji, h, replace } from "./dom.js";
import { markdown } from "./markdown.js";
import { CHANNEL_SELECT, ROLE_SELECT, USER_SELECT, channelsOf, rolesOf } from "./components.js";

let current = null;
// Answers that were pushed while the request that sent the modal was still on its way back.
const early = new Map();

// `opener` is the message and the custom id of the control that was used, or the command that was run.
export function openModal(interaction, opener, context) {
  const dialog = byId("modal");
  const spec = interaction.modal;
  const fields = [];
  const rows = spec.components.map((component) => row(component, fields, context));
  const status = h("p", { class: "failure", role: "alert" });
  const send = h("button", { class: "button primary" }, "Submit");
  const form = h(
    "form",
    {
      method: "dialog",
      onsubmit: async (event) => {
        event.preventDefault();
        const values = {};
        for (const field of fields) {
          const value = field.read();
          if (value !== undefined) values[field.id] = value;
          const wrong = field.check?.(value);
          if (wrong) {
            status.textContent = wrong;
            field.element.focus();
            return;
          }
        }
        status.textContent = "";
        send.disabled = true;
        try {
          early.clear();
          current = { submitted: await context.submitModal(interaction.id, values), status, send };
          const answer = early.get(current.submitted.id);
          if (answer) modalProgress(answer);
        } catch (error) {
          status.textContent = error.message;
          send.disabled = false;
        }
      },
    },
    h("h2", { id: "modal-title" }, spec.title),
    rows,
    status,
    h(
      "div",
      { class: "modal-actions" },
      h("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, "Cancel"),
      send,
    ),
  );
  replace(dialog, form);
  // The message may have been drawn anew meanwhile, so that the browser does not find the control any more.
  dialog.onclose = () => opener.message && context.focusControl(opener.message, opener.customId);
  if (!dialog.open) dialog.showModal();
  fields[0]?.element.focus();
}

// The answer to a submitted modal: it closes once answered, and can be sent again when it was not.
export function modalProgress(interaction) {
  if (!current || current.submitted.id !== interaction.id) {
    early.set(interaction.id, interaction);
    return false;
  }
  if (interaction.state === "failed") {
    current.status.textContent = "Something went wrong: the application did not respond. Try again.";
    current.send.disabled = false;
  } else if (interaction.state !== "waiting") {
    byId("modal").close();
    current = null;
  }
  return true;
}

export function closeModal() {
  if (byId("modal").open) byId("modal").close();
  current = null;
}

function row(component, fields, context) {
  if (component.type === 10) return h("div", { class: "text" }, markdown(component.content, context));
  if (component.type === 1) return component.components.map((child) => labelled(child.label ?? "", null, child, fields, context));
  if (component.type === 18) return labelled(component.label, component.description, component.component, fields, context);
  return null;
}

function labelled(label, description, control, fields, context) {
  const field = make(control, context);
  fields.push(field);
  const needed = control.required !== false && control.type !== 23;
  const name = [label, needed && h("span", { class: "required", title: "required" }, " *")];
  if (field.group) {
    return h("fieldset", { class: "field" }, h("legend", {}, name), description && h("small", {}, description), field.box);
  }
  return h("label", { class: "field" }, h("span", {}, name), description && h("small", {}, description), field.box);
}

function make(control, context) {
  const id = control.custom_id;
  const required = control.required !== false;
  if (control.type === 4) {
    const props = {
      required,
      minlength: control.min_length,
      maxlength: control.max_length ?? 4000,
      placeholder: control.placeholder,
    };
    const element = control.style === 2 ? h("textarea", { ...props, rows: 4 }) : h("input", props);
    element.value = control.value ?? "";
    return { id, element, box: element, read: () => element.value };
  }
  if (control.type === 23) {
    const element = h("input", { type: "checkbox", checked: control.default });
    return { id, element, box: element, read: () => element.checked };
  }
  let options = control.options ?? [];
  if (control.type === USER_SELECT || control.type === 7) options = context.users().map((u) => ({ label: u.name, value: u.id }));
  if (control.type === ROLE_SELECT) options = rolesOf(context);
  if (control.type === CHANNEL_SELECT) options = channelsOf(control, context);
  const defaults = new Set((control.default_values ?? []).map((value) => String(value.id)));
  options = options.map((option) => ({ ...option, default: option.default || defaults.has(option.value) }));
  const single = control.type === 21 || (control.type !== 22 && (control.max_values ?? 1) === 1);
  if (single && control.type !== 21) {
    const element = h(
      "select",
      { required },
      h("option", { value: "" }, control.placeholder ?? "Make a selection"),
      options.map((o) => h("option", { value: o.value, selected: o.default }, [o.emoji?.id ? "" : (o.emoji?.name ?? ""), o.label, o.description && `— ${o.description}`].filter(Boolean).join(" "))),
    );
    return { id, element, box: element, read: () => (element.value ? [element.value] : []) };
  }
  const box = h(
    "div",
    { class: "options" },
    options.map((o) =>
      h(
        "label",
        { class: "option" },
        h("input", { type: single ? "radio" : "checkbox", name: id, value: o.value, checked: o.default }),
        emoji(o.emoji),
        h("span", { class: "option-text" }, h("span", {}, o.label), o.description && h("small", {}, o.description)),
      ),
    ),
  );
  const chosen = () => [...box.querySelectorAll("input:checked")].map((input) => input.value);
  const least = control.min_values ?? (required ? 1 : 0);
  const most = control.max_values ?? options.length;
  return {
    id,
    element: box.querySelector("input:checked") ?? box.querySelector("input") ?? box,
    box,
    group: true,
    read: () => (control.type === 21 ? chosen()[0] : chosen()),
    check: (value) => {
      const count = control.type === 21 ? (value === undefined ? 0 : 1) : value.length;
      if (count < (required ? Math.max(least, 1) : 0) || (count && count < least) || count > most) {
        return control.type === 21 ? "Choose one." : `Choose ${least === most ? least : `${least} to ${most}`}.`;
      }
      return null;
    },
  };
}
