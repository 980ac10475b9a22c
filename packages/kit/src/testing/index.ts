/**
 * A kit for the tests of a host: migrated, empty, and started in a fraction of a second, under any test runner.
 *
 * @packageDocumentation
 */
export { type TestCaller, testKit, type TestKit, type TestKitOptions, type TestTenant } from "./test-kit.ts"
