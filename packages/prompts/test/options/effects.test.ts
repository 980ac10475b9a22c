import { TraceHandlers } from "@agent-operations/traces"
import { Layer } from "effect"
import { assert } from "vitest"
import { describeOptions, givenTo, shownBy } from "../../../../tooling/testing/src/options.ts"
import { PromptLabels } from "../../src/labels/PromptLabels.ts"
import { prompts, type PromptsOptions } from "../../src/prompts.ts"
import { described } from "./described.ts"

const recorded = { layer: Layer.mock(TraceHandlers, {} as never) }

describeOptions<PromptsOptions>("prompts", described, {
  administers: () => {
    const administers = () => true
    const make = (options?: PromptsOptions) => prompts(recorded, options)
    assert.deepStrictEqual(givenTo(PromptLabels, "layer", make, { administers }), [
      { administers },
      { administers: undefined }
    ])
    shownBy(
      "tests/prompts/prompts.test.ts",
      "a host says who moves protected labels",
      "owners do, other people don't"
    )()
  },
  evaluations: shownBy("tests/prompts/prompts.test.ts", 'evaluation, { project: "managed", promptId: id, revision: 2 }')
})
