import { describeConformance } from "@agent-operations/conformance/vitest"
import { families } from "./families.ts"
import { databases, startKit } from "./kit.ts"

for (const database of databases) {
  describeConformance(
    `the in-process handler on ${database.name}`,
    async () => {
      const { kit, credentials, close } = await startKit(database)
      return { url: "http://in-process.test", fetch: kit.fetch, ...credentials, close }
    },
    { families, scale: Number(process.env["LAW_SCALE"] ?? 0.4) }
  )
}
