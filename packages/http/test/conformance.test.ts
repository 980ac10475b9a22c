import { describeConformance } from "@agent-operations/conformance/vitest"
import { kits, makeTenant, startKit } from "./server.ts"

for (const { name, database } of kits) {
  describeConformance(`the in-process handler on ${name}`, async () => {
    const { kit, tenant, token, close } = await startKit(database)
    const stranger = await makeTenant(kit)
    return {
      url: "http://in-process.test",
      fetch: kit.fetch,
      key: token,
      projectId: tenant.projectId,
      readOnlyKey: (await tenant.key(["views:read"])).token,
      otherProjectId: tenant.otherProjectId,
      foreign: { key: (await stranger.key(["views:read", "views:write"])).token, projectId: stranger.projectId },
      makeKey: async () => {
        const { id, token: key } = await tenant.key(["views:read", "views:write"])
        return { key, revoke: () => tenant.revoke(id) }
      },
      close
    }
  })
}
