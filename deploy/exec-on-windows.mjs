#!/usr/bin/env node
// Scripts in package.json start servers with `exec`, so that the servers receive signals. Windows lacks `exec`, so npm runs this file.
import { spawnSync } from 'node:child_process'

// On Windows, programs in node_modules/.bin are scripts, so a shell must run them.
const { status } = spawnSync(process.argv.slice(2).join(' '), { stdio: 'inherit', shell: true })
process.exit(status ?? 1)
