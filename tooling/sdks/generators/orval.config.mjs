export default {
  api: {
    input: "openapi.json",
    output: {
      target: "orval/api.ts",
      client: "fetch",
      // The address of the document's server is relative, and the client of fetch needs a whole one when it is written.
      baseUrl: process.env.AGENT_OPERATIONS_URL
    }
  }
}
