import { lockDataDir } from '../../local/parts/disk.ts'

const lock = lockDataDir(String(process.argv[2]))
// The garbage collection of the lock would release it, so the timer refers to it.
setInterval(() => lock, 60_000)
process.send?.(typeof lock.release)
