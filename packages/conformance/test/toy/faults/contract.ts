import { type Faults } from "./fault.ts"

export const contract: Faults = {
  "leaves an operation out of its OpenAPI document": {
    law: "C2",
    requirement: "C2.document",
    wrong: (right) => ({
      openApi: () => {
        const { paths, ...rest } = right.openApi() as { paths: Record<string, unknown> }
        const { "/api/agent/restore_page_view": _, ...others } = paths
        return { ...rest, paths: others }
      }
    })
  },
  "answers with a member that the contract has not": {
    law: "C2",
    requirement: "C2.contract",
    wrong: (right) => ({ answer: (data) => right.answer({ ...(data as object), tenant: "us" }) })
  }
}
