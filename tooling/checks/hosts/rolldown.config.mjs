export default {
  input: {
    server: "server.mjs",
    "validation-worker": "@agent-operations/http/validation-worker",
    "pglite-worker": "@agent-operations/http/pglite-worker"
  },
  platform: "node",
  external: ["@electric-sql/pglite"],
  output: { dir: "rolldown" }
}
