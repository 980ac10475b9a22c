import { type Control, sharedText, type Variant } from "../form/control.ts"

interface VariantWords {
  readonly label: string
  /** What it is, in one sentence. */
  readonly about: string
  /** What its only text is. */
  readonly text?: string
}

const labelText = (variant: Variant, label: string | undefined): Variant["members"] =>
  variant.members.map(([key, member]) => [
    key,
    label !== undefined && member.type === "text" ? { ...member, label, hint: undefined } : member
  ])

/** Puts a choice in words: what is chosen, what to say where nothing is, and each variant. */
export const inWords =
  (label: string, ask: string, words: Readonly<Record<string, VariantWords>>) =>
  (control: Control): Control => {
    if (control.type !== "choice") return control
    const variants = control.variants.map((variant): Variant => {
      const { text, ...said } = words[String(variant.value)] ?? {}
      return { ...variant, ...said, members: labelText(variant, text) }
    })
    return { ...control, label, ask, hint: undefined, variants, shared: sharedText(control.name, variants) }
  }

/** Edits an object as one JSON text, which begins with a value. */
export const asJson =
  (hint: string, start: object) =>
  ({ name, label }: Control): Control => ({
    type: "json",
    name,
    label,
    hint,
    empty: "value",
    rows: 12,
    start: JSON.stringify(start, null, 2)
  })

/** Says of the members of an object what a good value is. */
export const withHints =
  (hints: Readonly<Record<string, string>>) =>
  (derived: Control): Control => {
    if (derived.type !== "group") return derived
    const members = derived.members.map(([key, member]): (typeof derived.members)[number] => {
      const hint = hints[key]
      return hint === undefined ? [key, member] : [key, { ...member, hint }]
    })
    return { ...derived, members }
  }
