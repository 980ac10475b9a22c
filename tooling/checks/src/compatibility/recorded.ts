/** How a client makes itself known, and what it asks for, as its public sources have it. */
export interface RecordedClient {
  readonly name: string
  /** Where each fact stands: a file or a thread of a public repository. */
  readonly sources: ReadonlyArray<string>
  /** What it registers with (RFC 7591), or the address of its metadata document and what that says. */
  readonly as:
    | { readonly registration: Readonly<Record<string, unknown>> }
    | { readonly address: string; readonly document: Readonly<Record<string, unknown>> }
  /** The redirect of its authorization requests. */
  readonly redirectUri: string
  /** What else stands in them. Default: the scopes that the resource names. */
  readonly asks?: Readonly<Record<string, string>>
}

const both = ["authorization_code", "refresh_token"]
const device = "urn:ietf:params:oauth:grant-type:device_code"
const jwtBearer = "urn:ietf:params:oauth:grant-type:jwt-bearer"
const asPublic = { response_types: ["code"], token_endpoint_auth_method: "none" }
const loopback = ["http://127.0.0.1/callback", "http://localhost/callback"]

/** Facts alone; what no source says of a client is as the others have it. One that has both ways stands here twice. */
export const recordedClients: ReadonlyArray<RecordedClient> = [
  {
    name: "Claude Code, by its document",
    sources: ["anthropics/claude-code#41011", "anthropics/claude-code#44429"],
    as: {
      address: "https://claude.ai/oauth/claude-code-client-metadata",
      document: {
        client_name: "Claude Code",
        client_uri: "https://claude.ai",
        redirect_uris: ["http://localhost/callback", "http://127.0.0.1/callback"],
        grant_types: both,
        ...asPublic
      }
    },
    redirectUri: "http://localhost:55611/callback"
  },
  {
    name: "Claude Code, by registration",
    sources: ["elmohq/elmo#684"],
    as: {
      registration: {
        client_name: "Claude Code",
        redirect_uris: ["http://localhost:3118/callback"],
        grant_types: both,
        application_type: "native",
        ...asPublic
      }
    },
    redirectUri: "http://localhost:3118/callback"
  },
  {
    name: "Claude, by its document",
    sources: ["anthropics/claude-ai-mcp#96", "anthropics/claude-ai-mcp#518", "anthropics/claude-code#58054"],
    as: {
      address: "https://claude.ai/oauth/mcp-oauth-client-metadata",
      document: {
        client_name: "Claude",
        client_uri: "https://claude.ai",
        redirect_uris: ["https://claude.ai/api/mcp/auth_callback", "https://claude.com/api/mcp/auth_callback"],
        grant_types: both,
        ...asPublic
      }
    },
    redirectUri: "https://claude.ai/api/mcp/auth_callback",
    asks: { scope: " offline_access", prompt: "consent" }
  },
  {
    name: "Claude, by registration",
    sources: ["anthropics/claude-ai-mcp#1043", "better-auth/better-auth#11081"],
    as: {
      registration: {
        client_name: "Claude",
        redirect_uris: ["https://claude.ai/api/mcp/auth_callback"],
        grant_types: [...both, jwtBearer],
        response_types: ["code"],
        token_endpoint_auth_method: "client_secret_post"
      }
    },
    redirectUri: "https://claude.ai/api/mcp/auth_callback"
  },
  {
    name: "VS Code, by its document",
    sources: ["microsoft/vscode#298300", "microsoft/vscode#278512", "arc-mcp/arc-1#712"],
    as: {
      address: "https://vscode.dev/oauth/client-metadata.json",
      document: {
        client_name: "Visual Studio Code",
        client_uri: "https://vscode.dev/product",
        redirect_uris: ["http://127.0.0.1:33418/", "https://vscode.dev/redirect"],
        grant_types: [...both, device],
        application_type: "native",
        ...asPublic
      }
    },
    redirectUri: "http://127.0.0.1:59656/"
  },
  {
    name: "VS Code, by registration",
    sources: ["microsoft/vscode: src/vs/base/common/oauth.ts"],
    as: {
      registration: {
        client_name: "Visual Studio Code",
        client_uri: "https://code.visualstudio.com",
        redirect_uris: [
          "https://insiders.vscode.dev/redirect",
          "https://vscode.dev/redirect",
          "http://127.0.0.1/",
          "http://127.0.0.1:33418/"
        ],
        grant_types: [...both, device],
        application_type: "native",
        ...asPublic
      }
    },
    redirectUri: "http://127.0.0.1:33418/"
  },
  {
    name: "Cursor, by registration",
    sources: [
      "erp-mafia/accounted#2225",
      "different-ai/openwork#3059",
      "soflyy/agent-connector-for-wp#111",
      "better-auth/better-auth#10956"
    ],
    as: {
      registration: {
        client_name: "Cursor",
        redirect_uris: [
          "cursor://anysphere.cursor-mcp/oauth/callback",
          "https://www.cursor.com/agents/mcp/oauth/callback",
          "http://localhost:8787/callback"
        ],
        grant_types: both,
        application_type: "web",
        ...asPublic
      }
    },
    redirectUri: "cursor://anysphere.cursor-mcp/oauth/callback"
  },
  {
    name: "Gemini CLI, by registration",
    sources: ["google-gemini/gemini-cli: packages/core/src/mcp/oauth-provider.ts"],
    as: {
      registration: {
        client_name: "Gemini CLI MCP Client",
        redirect_uris: ["http://localhost:7777/oauth/callback"],
        grant_types: both,
        scope: "",
        ...asPublic
      }
    },
    redirectUri: "http://localhost:7777/oauth/callback"
  },
  {
    name: "MCP's inspector, by registration",
    sources: ["modelcontextprotocol/inspector: client/src/lib/auth.ts"],
    as: {
      registration: {
        client_name: "MCP Inspector",
        client_uri: "https://github.com/modelcontextprotocol/inspector",
        redirect_uris: ["http://localhost:6274/oauth/callback", "http://localhost:6274/oauth/callback/debug"],
        grant_types: both,
        scope: "",
        ...asPublic
      }
    },
    redirectUri: "http://localhost:6274/oauth/callback/debug"
  },
  {
    name: "ChatGPT, by its document",
    sources: ["gamedevpl/www.gamedev.pl#641", "danielealbano/android-remote-control-mcp#166"],
    as: {
      address: "https://chatgpt.com/oauth/client.json",
      document: {
        client_name: "ChatGPT",
        redirect_uris: ["https://chatgpt.com/connector_platform_oauth_redirect"],
        grant_types: both,
        response_types: ["code"],
        token_endpoint_auth_method: "private_key_jwt",
        token_endpoint_auth_methods_supported: ["none", "private_key_jwt"],
        token_endpoint_auth_signing_alg: "RS256",
        jwks_uri: "https://chatgpt.com/oauth/jwks.json"
      }
    },
    redirectUri: "https://chatgpt.com/connector_platform_oauth_redirect"
  },
  {
    name: "ChatGPT, by registration",
    sources: ["danielealbano/android-remote-control-mcp#166", "Dexter-DAO/dexter-mcp#3"],
    as: {
      registration: {
        client_name: "ChatGPT",
        redirect_uris: ["https://chatgpt.com/connector/oauth/OUbdUMlL15Ct"],
        grant_types: both,
        ...asPublic
      }
    },
    redirectUri: "https://chatgpt.com/connector/oauth/OUbdUMlL15Ct"
  },
  {
    name: "Codex, by its document",
    sources: ["anomalyco/opencode#47737"],
    as: {
      address: "https://chatgpt.com/oauth/codex/client.json",
      document: { client_name: "Codex", redirect_uris: loopback, grant_types: both, ...asPublic }
    },
    redirectUri: "http://127.0.0.1:37819/callback"
  },
  {
    name: "Codex, by registration",
    sources: ["elmohq/elmo#684"],
    as: {
      registration: {
        client_name: "Codex",
        redirect_uris: ["http://127.0.0.1:37819/callback/4b6d"],
        grant_types: both,
        application_type: "native",
        ...asPublic
      }
    },
    redirectUri: "http://127.0.0.1:37819/callback/4b6d"
  },
  {
    name: "OpenCode, by its document",
    sources: ["anomalyco/opencode#47737"],
    as: {
      address: "https://opencode.ai/oauth/opencode/client.json",
      document: {
        client_name: "opencode",
        client_uri: "https://opencode.ai",
        logo_uri: "https://opencode.ai/web-app-manifest-512x512.png",
        application_type: "native",
        redirect_uris: loopback,
        grant_types: both,
        ...asPublic,
        token_endpoint_auth_methods_supported: ["none"]
      }
    },
    redirectUri: "http://127.0.0.1:19876/callback"
  },
  {
    name: "OpenCode, by registration",
    sources: ["elmohq/elmo#684"],
    as: {
      registration: {
        client_name: "OpenCode",
        redirect_uris: ["http://127.0.0.1:19876/mcp/oauth/callback"],
        grant_types: both,
        ...asPublic
      }
    },
    redirectUri: "http://127.0.0.1:19876/mcp/oauth/callback"
  }
]
