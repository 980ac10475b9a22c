// A program: prints how the scenario ended on the server that it is given.
import { scenario } from "./scenario.mjs"

const [origin] = globalThis.Deno?.args ?? process.argv.slice(2)
console.log(JSON.stringify(await scenario(origin)))
