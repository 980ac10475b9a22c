import { Result } from "effect"
import type { Form } from "../../form.ts"
import { parseJsonBySteps } from "../form/json.ts"
import type { Choice } from "./merge-contents.ts"

/** The fields of the page of a conflict, beside those of the form. */
export const fields = {
  /** The revision of theirs that was shown. */
  seen: "merge.seen",
  choice: (index: number) => `merge.${index}`,
  text: (index: number) => `merge.${index}.text`
}

function* choiceIn(form: Form, index: number): Generator<void, Choice | undefined> {
  const take = form.text(fields.choice(index))
  if (take === "mine" || take === "theirs") return { take }
  if (take !== "edit") return undefined
  const text = form.text(fields.text(index))
  const fault = Result.match(yield* parseJsonBySteps(text), {
    onFailure: ({ message }) => message,
    onSuccess: () => undefined
  })
  return { take, text, fault }
}

/** What was chosen for each place that the page asked about, as far as it was. By steps. Law: K3. */
export function* choicesIn(form: Form): Generator<void, ReadonlyArray<Choice | undefined>> {
  const choices: Array<Choice | undefined> = []
  for (let index = 0; index < 100; index++) choices.push(yield* choiceIn(form, index))
  return choices
}
