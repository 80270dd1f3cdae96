import { startPostgres } from '../parts/postgres.ts'

// Runs until it is killed, or exits without a stop at the first message.
process.on('message', () => process.exit(1))
const { url } = await startPostgres({ dataDir: String(process.argv[2]), log: console })
process.send?.(url)
