// A worker: answers how the scenario ended on the server that ?origin= names.
import { scenario } from "./scenario.mjs"

export default {
  fetch: async (request) => Response.json(await scenario(new URL(request.url).searchParams.get("origin")))
}
