/** Contact details of the company for the public site. They are in a separate file, so that the portal does not load them. */
export const office = {
  address: '1201 Main Street, Columbia, SC 29201',
  /** The parts of `address`, for structured data (schema.org). */
  postalAddress: { street: '1201 Main Street', city: 'Columbia', region: 'SC', code: '29201', country: 'US' },
  place: { latitude: 34.0014, longitude: -81.0341 },
  phone: '(803) 555-0142',
  phoneHref: 'tel:+18035550142',
  hours: [
    { days: 'Monday to Friday', time: '9:00 AM-6:00 PM' },
    { days: 'Saturday', time: '9:00 AM-4:00 PM' },
    { days: 'Sunday', time: 'closed' },
  ],
  openingHours: ['Mo-Fr 09:00-18:00', 'Sa 09:00-16:00'],
  social: {
    x: 'https://x.com/palmettoworks',
    instagram: 'https://www.instagram.com/palmettoworks',
    facebook: 'https://www.facebook.com/palmettoworks',
  },
} as const
