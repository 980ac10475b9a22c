import { trimName } from "@agent-operations/contract"
import { Result } from "effect"

const maximum = 120
const control = /\p{Cc}/u

/** A name as it is kept, or what is wrong with it. The rule is that of definitions, and no control characters. */
export const readName = (text: string): Result.Result<string, string> => {
  const name = trimName(text)
  if (name === "") return Result.fail("Give it a name.")
  if ([...name.slice(0, maximum * 2 + 1)].length > maximum) {
    return Result.fail(`The name is longer than ${maximum} characters.`)
  }
  return control.test(name) ? Result.fail("The name holds a character that cannot be shown.") : Result.succeed(name)
}
