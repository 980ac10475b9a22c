import { defineConfig } from "oxlint"

/**
 * The packages, ground floor first. Imports run downwards only: a package may import those of the floors below it, and
 * none of its own floor.
 */
const floors: ReadonlyArray<ReadonlyArray<string>> = [
  ["error-envelope"],
  ["contract", "database", "definition-diff"],
  ["client", "revision-store", "egress"],
  ["auth"],
  ["operations"],
  ["definitions"],
  ["views", "traces"],
  ["metrics", "view-rows", "prompts"],
  ["evals"],
  ["http", "identity"],
  ["mcp", "docs"],
  ["kit"],
  ["console"],
  ["conformance", "admin", "cli"]
]

/** These run in a browser. */
const browserSafe: ReadonlyArray<string> = ["error-envelope", "contract", "definition-diff", "client"]

interface Pattern {
  group?: Array<string>
  regex?: string
  message: string
}

const everywhere: ReadonlyArray<Pattern> = [
  {
    regex: "^@agent-operations/([^/]+/(src|dist|test)|.+/internal)(/|$)",
    message: "Import what the package exports."
  },
  {
    regex: `^(\\.\\./)+((packages|apps|tooling)/)?(${[...floors.flat(), "server"].join("|")})/(src|test|dist)/`,
    message: "Import another package by its name."
  },
  {
    group: ["@effect/platform", "@effect/platform/*", "@effect/schema", "@effect/schema/*", "effect/unstable/*"],
    message: "That is Effect 3; `effect` 4 carries it under another name."
  }
]

const importOf = (packages: ReadonlyArray<string>, message: string): ReadonlyArray<Pattern> =>
  packages.length === 0 ? [] : [{ regex: `^@agent-operations/(${packages.join("|")})(/|$)`, message }]

/** What a package may not import. */
const forbidden = (name: string, index: number): ReadonlyArray<Pattern> => [
  ...importOf(
    floors[index]!.filter((sibling) => sibling !== name),
    `It is beside ${name}: packages of one floor do not import each other.`
  ),
  ...importOf(floors.slice(index + 1).flat(), `It is above ${name}: imports run downwards only.`)
]

const applications: Pattern = {
  regex: "^@agent-operations/server(/|$)",
  message: "No package imports an application."
}

const restrict = (...patterns: Array<Pattern>): ["error", { patterns: Array<Pattern> }] => ["error", { patterns }]

export default defineConfig({
  plugins: ["eslint", "typescript", "unicorn", "oxc", "import", "promise", "node", "vitest"],
  categories: { correctness: "error", suspicious: "error" },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: "error" },
  ignorePatterns: ["**/dist/**"],
  rules: {
    "import/no-cycle": "error",
    "import/no-duplicates": "error",
    "typescript/no-explicit-any": "error",
    "typescript/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
    "typescript/ban-ts-comment": "error",
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": "error",
    "unicorn/prefer-node-protocol": "error",
    "eslint/eqeqeq": ["error", "always", { null: "ignore" }],
    "eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    "eslint/no-var": "error",
    "eslint/prefer-const": "error",
    "vitest/no-focused-tests": "error",
    "vitest/no-disabled-tests": "error",
    "no-restricted-imports": restrict(...everywhere),

    // Matters of taste, or blind to how Effect, worker threads and property tests are written.
    "eslint/no-shadow": "off",
    "eslint/no-underscore-dangle": "off",
    "import/no-named-as-default-member": "off",
    "promise/always-return": "off",
    "promise/no-callback-in-promise": "off",
    "typescript/consistent-return": "off",
    "typescript/no-misused-spread": "off",
    "typescript/no-unnecessary-type-assertion": "off",
    "typescript/no-unnecessary-type-parameters": "off",
    "typescript/no-unsafe-type-assertion": "off",
    "typescript/require-array-sort-compare": "off",
    "unicorn/consistent-function-scoping": "off",
    "unicorn/no-array-sort": "off",
    "unicorn/no-useless-spread": "off",
    "unicorn/require-post-message-target-origin": "off",
    "vitest/expect-expect": "off",
    "vitest/no-conditional-expect": "off",
    "vitest/no-standalone-expect": "off",
    "vitest/valid-describe-callback": "off",
    "vitest/valid-title": "off"
  },
  overrides: [
    {
      files: ["packages/**", "apps/**"],
      rules: { "unicorn/filename-case": ["error", { cases: { kebabCase: true, pascalCase: true } }] }
    },
    {
      files: ["packages/*/src/**"],
      rules: {
        "eslint/no-console": "error",
        "eslint/no-restricted-properties": [
          "error",
          {
            object: "Date",
            property: "now",
            message: "Read time from DateTime.now or Clock, so that tests can turn it."
          },
          ...["FullYear", "Month", "Date", "Day", "Hours", "Minutes"].flatMap((part) =>
            ["get", "set"].map((does) => ({
              property: `${does}${part}`,
              message: `Use ${does}UTC${part}: a server's place is no one's who reads what it says.`
            }))
          )
        ]
      }
    },
    ...floors.flatMap((floor, index) =>
      floor.map((name) => ({
        files: [`packages/${name}/**`],
        rules: { "no-restricted-imports": restrict(...everywhere, applications, ...forbidden(name, index)) }
      }))
    ),
    {
      files: [...browserSafe.map((name) => `packages/${name}/src/**`), "packages/console/src/browser/**"],
      rules: {
        "import/no-nodejs-modules": "error",
        "eslint/no-restricted-globals": ["error", "process", "Buffer", "require", "__dirname", "setImmediate"]
      }
    }
  ]
})
