// On both databases.
import "./codes.test.ts"
