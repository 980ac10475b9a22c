/** Its zod schemas do not compile where `allOf` has several schemas beside properties: they are merged, which says the same. */
const mergeInput = (operation) => {
  const { schema } = operation.requestBody.content["application/json"]
  schema.allOf = [Object.assign({}, ...schema.allOf)]
}

export default {
  input: "openapi.json",
  output: "hey-api",
  plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk", "zod"],
  parser: { patch: { operations: { "POST /api/agent/get_managed_prompt": mergeInput } } }
}
