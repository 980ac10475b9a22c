/** A field to pick, as the page lists it. */
export interface FieldChoice {
  readonly value: string
  readonly label: string
  readonly type: string
  readonly about: string
  readonly group: string
}

/** The fields that a form's page lists. */
export const choicesIn = (form: HTMLFormElement): ReadonlyArray<FieldChoice> =>
  [...form.querySelectorAll<HTMLOptionElement>("#field-choices option")].map(({ value, dataset }) => ({
    value,
    label: dataset["label"] ?? value,
    type: dataset["type"] ?? "",
    about: dataset["about"] ?? "",
    group: dataset["group"] ?? ""
  }))

/** The fields that have every word in their name, path, type or what they are; those named so come first. */
export const matching = (choices: ReadonlyArray<FieldChoice>, typed: string): ReadonlyArray<FieldChoice> => {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const isNamed = ({ label, value }: FieldChoice) => has(`${label} ${value}`)
  const found = choices.filter(({ label, value, type, about }) => has(`${label} ${value} ${type} ${about}`))
  return [...found.filter(isNamed), ...found.filter((choice) => !isNamed(choice))]
}
