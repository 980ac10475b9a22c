import { defineConfig } from "oxlint"

/** The packages, ground floor first. Imports run downwards only. */
const floors = [
  "error-envelope",
  "contract",
  "database",
  "revision-store",
  "auth",
  "operations",
  "http",
  "identity",
  "console",
  "conformance"
] as const

/** These run in a browser. */
const browserSafe: ReadonlyArray<string> = ["error-envelope", "contract"]

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
    regex: `^(\\.\\./)+((packages|apps|tooling)/)?(${[...floors, "server"].join("|")})/(src|test|dist)/`,
    message: "Import another package by its name."
  },
  {
    group: ["@effect/platform", "@effect/platform/*", "@effect/schema", "@effect/schema/*", "effect/unstable/*"],
    message: "That is Effect 3; `effect` 4 carries it under another name."
  }
]

const upwards = (floor: string, index: number): ReadonlyArray<Pattern> => {
  const above = floors.slice(index + 1).join("|")
  return above === ""
    ? []
    : [{ regex: `^@agent-operations/(${above})(/|$)`, message: `It is above ${floor}: imports run downwards only.` }]
}

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
      files: ["packages/*/src/**"],
      rules: {
        "eslint/no-console": "error",
        "eslint/no-restricted-properties": [
          "error",
          {
            object: "Date",
            property: "now",
            message: "Read time from DateTime.now or Clock, so that tests can turn it."
          }
        ]
      }
    },
    ...floors.map((floor, index) => ({
      files: [`packages/${floor}/**`],
      rules: { "no-restricted-imports": restrict(...everywhere, applications, ...upwards(floor, index)) }
    })),
    {
      files: browserSafe.map((floor) => `packages/${floor}/src/**`),
      rules: {
        "import/no-nodejs-modules": "error",
        "eslint/no-restricted-globals": ["error", "process", "Buffer", "require", "__dirname", "setImmediate"]
      }
    }
  ]
})
