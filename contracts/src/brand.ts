/** Everything that names the company running the product. Whoever re-brands changes this file, the logo mark and the tokens. */
export const brand = {
  name: 'Palmetto Works',
  city: 'Columbia',
  state: 'South Carolina',
  address: '1201 Main Street, Columbia, SC 29201',
  phone: '(803) 555-0142',
  phoneHref: 'tel:+18035550142',
  email: 'support@palmettoworks.example',
  mailFrom: 'Palmetto Works <hello@palmettoworks.example>',
  hours: [
    { days: 'Monday to Friday', time: '9:00 AM-6:00 PM' },
    { days: 'Saturday', time: '9:00 AM-4:00 PM' },
    { days: 'Sunday', time: 'closed' },
  ],
  /** Colours of mails, where no stylesheet reaches. */
  colors: { ink: '#1B2420', muted: '#55605A', paper: '#FBFAF6', raised: '#FFFFFF', line: '#E4E1D6', leaf: '#1F6B4F', onLeaf: '#FFFFFF' },
} as const
