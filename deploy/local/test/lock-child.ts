import { lockDataDir } from '../parts/disk.ts'

// Keeps the process running until the test kills it.
setInterval(() => {}, 60_000)
const lock = lockDataDir(String(process.argv[2]))
process.send?.(typeof lock.release)
