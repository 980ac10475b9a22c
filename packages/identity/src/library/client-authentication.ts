import { getOAuthProviderApi, type OAuthOptions, type Scope } from "@better-auth/oauth-provider"
import type { BetterAuthPlugin } from "better-auth"
import { createAuthEndpoint } from "better-auth/api"

/** The library's own authentication of clients, which it offers to plugins beside its OAuth provider. */
export const clientAuthentication = (provider: { readonly options: OAuthOptions<Array<Scope>> }) =>
  ({
    id: "client-authentication",
    endpoints: {
      /** Says which client a request is from, if it proves it as it registered. For the server itself only. */
      authenticateClient: createAuthEndpoint.serverOnly({ method: "POST", requireRequest: true }, async (ctx) => {
        const api = getOAuthProviderApi(ctx, provider.options)
        // A public client has none to show.
        const { clientId } = await api.authenticateClient({ requireCredentials: false })
        return { clientId }
      })
    }
  }) satisfies BetterAuthPlugin
