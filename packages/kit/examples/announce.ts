import { token } from "./verify.ts"

/** Says that the example answers, and how to call it. */
export const announce = (port: number) =>
  console.log(`The operations answer below http://127.0.0.1:${port}/ops, assistants at
http://127.0.0.1:${port}/ops/api/mcp, and the documentation is at http://127.0.0.1:${port}/ops/docs. To create a page view:

curl http://127.0.0.1:${port}/ops/api/agent/create_page_view \\
  -H "Authorization: Bearer ${token}" -H "x-project-id: support" -H "Content-Type: application/json" \\
  -d '{"name":"Slow traces","source":{"type":"table"},"settings":{"target":"traces"}}'
`)
