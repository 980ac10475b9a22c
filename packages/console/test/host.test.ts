import { definitions } from "@agent-operations/definitions"
import { AlertRule } from "@agent-operations/testing/alert-rule"
import { traces } from "@agent-operations/traces"
import { views } from "@agent-operations/views"
import { assert, describe, it } from "vitest"
import { servedSections } from "../src/host/served-sections.ts"

const families = [views(), definitions(AlertRule), traces()] as const

describe("the console of a host's own people", () => {
  it("has no check of drafts where nothing is there to check them", () => {
    const sections = servedSections(
      families.flatMap((one) => [...one.families]),
      false
    )
    assert.deepStrictEqual(
      sections.map(({ kind, check, pages }) => [kind.name, check, pages.length]),
      [
        ["page_view", undefined, 0],
        ["custom_field", undefined, 0],
        ["alert_rule", undefined, 0]
      ]
    )
  })
})
