// On both databases.
import "./events.test.ts"
