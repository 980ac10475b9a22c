import { expect, test } from "vitest"
import { waitUntil } from "../../testing/src/waitUntil.ts"
import { blocksOf, readDocument, sectionOf } from "../src/documents/blocks.ts"
import { startBlock } from "../src/documents/runBlock.ts"
import { freePort } from "@agent-operations/postgres-for-tests"

test.each([
  ["README.md", "## Embed it"],
  ["packages/kit/README.md", "## In an empty Hono app"]
])(
  "A1, A3: the Hono app of %s answers its own pages and, to its own users, the operations",
  async (document, heading) => {
    const [example] = blocksOf(sectionOf(readDocument(document), heading))
    const port = await freePort()
    const child = startBlock({ code: example?.text ?? "", owner: "packages/kit" }, { PORT: String(port), TOKEN: "s-1" })
    const ended = new Promise((resolve) => child.once("close", resolve))
    try {
      const origin = `http://127.0.0.1:${port}`
      expect(await (await waitUntil("the app to answer", () => fetch(origin))).text()).toBe("Your own page.")
      const call = (token: string) =>
        fetch(`${origin}/ops/api/agent/list_page_views`, {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "x-project-id": "support", "content-type": "application/json" },
          body: "{}"
        })
      const answer = await call("s-1")
      expect(await answer.json()).toEqual({ data: { items: [], nextCursor: null } })
      expect((await call("s-2")).status).toBe(401)
    } finally {
      child.kill()
      await ended
    }
  }
)
