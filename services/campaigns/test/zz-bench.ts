import { compileMail } from '/tmp/wt-track/services/campaigns/src/content/compile-mail.ts'
import { mailFiller } from '/tmp/wt-track/services/campaigns/src/content/compiled-mail.ts'
import { input, recipient, settings } from '/tmp/wt-track/services/campaigns/test/content-setup.ts'
const body = `Dear {{First Name|friend}},\n\n${'we bake again, and there is pie for all who come by. '.repeat(6)}See https://pies.example/menu?x=1\n\n${'words of the owner '.repeat(20)}https://pies.example/order\n\nhttps://pies.example/visit\n\nMara`
const fill: Record<string, ReturnType<typeof mailFiller>> = {}
for (const countsOpens of [false, true]) fill[String(countsOpens)] = mailFiller(await compileMail(input({ body }, { countsOpens }), settings))
const to = recipient({ 'First Name': 'Zoë' })
for (let round = 0; round < 4; round++)
  for (const name of ['false', 'true']) {
    const start = process.cpuUsage()
    for (let n = 0; n < 20_000; n++) fill[name]?.(to)
    const { user } = process.cpuUsage(start)
    console.log(name, (user / 20_000).toFixed(1), 'µs per email')
  }
