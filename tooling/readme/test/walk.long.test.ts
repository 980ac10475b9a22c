// On both databases.
import "./walk.test.ts"
