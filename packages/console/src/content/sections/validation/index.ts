import { makeValidateWhole } from "@agent-operations/views"
import { Effect } from "effect"
import type { CheckDefinition } from "../../checks.ts"
import type { SectionAdditions } from "../../Section.ts"
import { validationPage } from "./page.ts"

type Root = Parameters<Effect.Success<typeof makeValidateWhole>>[0]

/** Parses and type-checks a definition with everything that it uses. */
const check =
  (kind: Root["kind"]): CheckDefinition =>
  ({ source, settings, references }) =>
    Effect.flatMap(makeValidateWhole, (validateWhole) =>
      validateWhole({ kind, id: null, revision: null, source, settings, references } as Root)
    )

/** A button in the form that checks what is typed, and a page that checks what is saved. */
export const validated = (kind: Root["kind"]): Pick<SectionAdditions, "check" | "pages"> => ({
  check: check(kind),
  pages: [{ path: "check", label: "Check", page: validationPage(check(kind)) }]
})
