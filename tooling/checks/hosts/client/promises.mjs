// A program with promises: prints how its calls ended on the kit of the server that it is given, as the one with Effect does.
import { createClient, settled } from "@agent-operations/client"

const { pageViews } = createClient({ baseUrl: `${process.argv[2]}/ops`, credential: "any", projectId: "promises" })

const input = { name: "Slow traces", source: { type: "table" }, settings: { target: "traces" } }
const { id } = await pageViews.create(input)
const { error } = await settled(pageViews.update({ id, expectedRevision: 2 }))
const listed = []
for await (const { name } of pageViews.list.all()) listed.push(name)

console.log(JSON.stringify({ code: error.code, listed }))
