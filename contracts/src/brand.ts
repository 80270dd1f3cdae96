/** Everything that names the company running the product. Whoever re-brands changes this file, the logo mark and the tokens. */
export const brand = {
  name: 'Palmetto Works',
  city: 'Columbia',
  state: 'South Carolina',
  address: '1201 Main Street, Columbia, SC 29201',
  /** The same address in parts, for search engines. */
  postalAddress: { street: '1201 Main Street', city: 'Columbia', region: 'SC', code: '29201', country: 'US' },
  /** Where maps show it. */
  place: { latitude: 34.0014, longitude: -81.0341 },
  phone: '(803) 555-0142',
  phoneHref: 'tel:+18035550142',
  email: 'support@palmettoworks.example',
  mailFrom: 'Palmetto Works <hello@palmettoworks.example>',
  hours: [
    { days: 'Monday to Friday', time: '9:00 AM-6:00 PM' },
    { days: 'Saturday', time: '9:00 AM-4:00 PM' },
    { days: 'Sunday', time: 'closed' },
  ],
  /** The same hours as search engines read them. */
  openingHours: ['Mo-Fr 09:00-18:00', 'Sa 09:00-16:00'],
  social: {
    x: 'https://x.com/palmettoworks',
    instagram: 'https://www.instagram.com/palmettoworks',
    facebook: 'https://www.facebook.com/palmettoworks',
  },
  /** Colours of mails, where no stylesheet reaches. */
  colors: { ink: '#1B2420', muted: '#55605A', paper: '#FBFAF6', raised: '#FFFFFF', line: '#E4E1D6', leaf: '#1F6B4F', onLeaf: '#FFFFFF' },
} as const
