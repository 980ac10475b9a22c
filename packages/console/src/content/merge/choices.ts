import { Result } from "effect"
import type { Form } from "../../form.ts"
import { parseJson } from "../form/json.ts"
import type { Choice } from "./merge-contents.ts"

/** The fields of the page of a conflict, beside those of the form. */
export const fields = {
  /** The revision of theirs that was shown. */
  seen: "merge.seen",
  choice: (index: number) => `merge.${index}`,
  text: (index: number) => `merge.${index}.text`
}

const choiceIn = (form: Form, index: number): Choice | undefined => {
  const take = form.text(fields.choice(index))
  if (take === "mine" || take === "theirs") return { take }
  if (take !== "edit") return undefined
  const text = form.text(fields.text(index))
  const fault = Result.match(parseJson(text), { onFailure: ({ message }) => message, onSuccess: () => undefined })
  return { take, text, fault }
}

/** What was chosen for each place that the page asked about, as far as it was. */
export const choicesIn = (form: Form): ReadonlyArray<Choice | undefined> => {
  const choices: Array<Choice | undefined> = []
  for (let index = 0; index < 100; index++) choices.push(choiceIn(form, index))
  return choices
}
