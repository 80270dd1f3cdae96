#!/usr/bin/env node
// Scripts in package.json start servers with `exec`, so that signals reach the server and not npm's shell. Windows has no `exec` command.
// There, npm runs this file from node_modules/.bin.
import { spawnSync } from 'node:child_process'

// On Windows, programs in node_modules/.bin are scripts, so a shell must run them.
const { status } = spawnSync(process.argv.slice(2).join(' '), { stdio: 'inherit', shell: true })
process.exit(status ?? 1)
