import type { Dataset } from "@agent-operations/contract/datasets"
import type { ValidateContent } from "@agent-operations/definitions"
import { Effect } from "effect"
import { SchemaChecker } from "./schemas/SchemaChecker.ts"

type Settings = typeof Dataset.settings.Type

/** Refuses schemas that are none before they are kept. */
export const makeValidate = Effect.map(
  SchemaChecker,
  ({ check }): ValidateContent<unknown, Settings> =>
    async ({ settings }) => {
      const text = (schema: unknown) => (schema === null ? null : JSON.stringify(schema))
      const schemas = {
        input: text(settings.inputSchema),
        expected: text(settings.expectedSchema),
        metadata: text(settings.metadataSchema)
      }
      const findings = await Effect.runPromise(check({ schemas, items: [] }))
      return findings.map(({ pointer, message }) => ({ path: `/settings${pointer}`, message }))
    }
)
