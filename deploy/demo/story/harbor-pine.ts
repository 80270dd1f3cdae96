import { palettes } from '../pictures/palettes.ts'
import { campaigns } from './harbor-pine-campaigns.ts'
import { customers } from './harbor-pine-customers.ts'
import { documents } from './harbor-pine-documents.ts'
import { inWork } from './harbor-pine-in-work.ts'
import { launched, waiting } from './harbor-pine-launched.ts'
import { past } from './harbor-pine-past.ts'
import { photos } from './harbor-pine-photos.ts'
import { recurring } from './harbor-pine-recurring.ts'
import type { StoryCompany } from './story.ts'

const { main, accent, soft } = palettes.harbor

export const harborPine: StoryCompany = {
  owner: { username: 'Mara Ellison', email: 'mara@harborpine.example' },
  colleagues: [
    { name: 'Ana Ruiz', email: 'ana@harborpine.example', may: 'decide', accepts: true },
    { name: 'Ben Carter', email: 'ben@harborpine.example', may: 'look' },
  ],
  manager: 'invited',
  teamNotes: [
    'Mara answers before 9, or after the lunch rush. Don’t call between 11 and 2: she’s at the bar.',
    'No exclamation marks in anything about Dale.',
  ],
  photos,
  profile: {
    companyName: 'Harbor & Pine Coffee',
    dba: 'Harbor & Pine',
    fedraltaxid: '57-1048226',
    industry: 'Coffee roaster and cafe',
    email: 'hello@harborpine.example',
    phone: '843-555-0142',
    website: 'https://harborpine.example',
    address1: '18 Wharf Street',
    address2: 'Suite B',
    city: 'Beaufort',
    zip: '29902',
    state: 'SC',
    country: 'United States',
    linkedin: 'https://www.linkedin.com/company/harborpine-example',
    facebook: 'https://facebook.com/harborpine.example',
    insta: 'https://instagram.com/harborpine.example',
    x: 'https://x.com/harborpine_ex',
    youtube: 'https://www.youtube.com/@harborpine-example',
    fontfamily: 'Fraunces',
    color1: main,
    color2: accent,
    color3: soft,
  },
  logo: { motif: 'cup', palette: 'harbor' },
  brandImages: [
    { layout: 'arch', motif: 'pines', palette: 'harbor', headline: 'Roasted by the water', line: 'Beaufort, South Carolina' },
    { layout: 'split', motif: 'beans', palette: 'roast', headline: 'Three beans, one roast a day', line: 'Small batches since 2014' },
    { layout: 'tiles', motif: 'cup', palette: 'harbor', headline: 'Come in, the pot is on', line: 'Open from 6:30' },
    { layout: 'stage', motif: 'cup', palette: 'winter', headline: 'The winter blend', line: 'December to February', wide: true },
    { layout: 'split', motif: 'pines', palette: 'harbor', headline: 'Beans by mail', line: 'Ships each Tuesday', wide: true },
    { layout: 'arch', motif: 'beans', palette: 'roast', headline: 'House roast', line: 'Chocolate, walnut, a little smoke' },
  ],
  tasks: [...launched, ...waiting, ...recurring, ...inWork],
  documents,
  customers,
  campaigns,
  past,
  calendarFeed: true,
  isExported: true,
}
