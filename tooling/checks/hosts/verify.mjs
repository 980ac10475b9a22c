export const verify = async ({ projectId = null }) => ({
  actor: { type: "user", id: "usr_ada", name: "Ada" },
  organizationId: "acme",
  scopes: ["views:read", "views:write"],
  projectId
})
