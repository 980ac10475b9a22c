import { describeConformance } from "@agent-operations/conformance/vitest"
import { customFields } from "@agent-operations/contract"
import { createDatabase } from "@agent-operations/postgres-for-tests"
import { isLong } from "@agent-operations/testing/long"
import { inject } from "vitest"
import { families as ownKind } from "../../kit/examples/own-kind/alert-rules.ts"
import { start } from "./start-example.ts"

/** The product with users, a database and rows of its own. */
const startOwnKind = async () => {
  const { url: database, drop } = await createDatabase(inject("postgresUrl"))
  const { url, close } = await start("own-kind/server", { DATABASE_URL: database })
  return {
    url: `${url}/ops`,
    key: "ada-s-token",
    projectId: "analytical-web",
    otherProjectId: "analytical-app",
    readOnlyKey: "bob-s-token",
    foreign: { key: "eve-s-token", projectId: "elsewhere-web" },
    close: async () => {
      await close()
      await drop()
    }
  }
}

// kit.test.ts holds page views beside a kind of a host's own, on both databases.
const [, ...own] = ownKind

describeConformance("a product with a kind, an operation and a database of its own", startOwnKind, {
  families: [customFields, ...own],
  quick: true,
  ...(isLong ? {} : { laws: ["A3", "C1", "R1", "R4", "R7"] })
})
