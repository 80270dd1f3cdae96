import { startPostgres } from '../parts/postgres.ts'

// Stays until it is killed.
setInterval(() => {}, 60_000)
const { url } = await startPostgres({ dataDir: String(process.argv[2]), log: console })
process.send?.(url)
