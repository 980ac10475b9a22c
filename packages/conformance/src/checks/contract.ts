import { errorsOf } from "@agent-operations/contract"
import { expect } from "../Broken.ts"
import { discard } from "./fixtures.ts"
import { perFamily } from "./per.ts"
import type { Definition } from "../client.ts"

/** Laws of what operations answer. */
export const contract = [
  perFamily(
    "C2",
    ["C2.examples", "E2.declared"],
    "the example of every operation is answered with its result, or with an error that it declares",
    async ({ client, family, served, word }) => {
      for (const operation of family.operations) {
        const { id, example } = operation
        const about = served.aboutOf(operation)
        const makes = about?.verb === "create" || about?.verb === "copy"
        const input = makes ? { ...(example.input as object), name: word() } : example.input
        const { data, error, status, text } = await client.call(id, input)
        if (makes && data !== undefined) await discard(client, about.kind, (data as Definition).id)
        const shown = `the example of ${id} was answered ${status} ${text.slice(0, 300)}`
        expect("C2", status < 500, shown)
        expect(
          "E2",
          error === undefined || errorsOf(operation).includes(error.code),
          `${shown}, which it does not declare`
        )
      }
    },
    { also: ["E2"] }
  )
]
