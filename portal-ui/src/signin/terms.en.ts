/** The terms in English, article by article as in Chinese; the Chinese wording is the one that counts. */
export const termsEn: readonly string[] = [
  'These measures govern how satellite remote-sensing data is provided and used, so that it serves geological survey, the management of natural resources and the public good.',
  'They apply to every organisation and person that requests, receives or uses satellite remote-sensing data through this system (“users”).',
  'Data is provided in accordance with the law, by class and grade, and only after it has been registered.',
  'Users give true information when they register and apply, answer for it, and keep it up to date.',
  'An application states the task it serves, the intended use and the area needed, and carries the signed and sealed documents that are asked for.',
  'Before data is received, users sign a licence, and use the data for the purpose, within the scope and for the time it states.',
  'Data that is a state secret is requested, passed on, kept, used and destroyed under the laws on state secrets, and never passed over the public network of this system.',
  'Data for government decisions, national defence, public safety and other matters of public welfare is free of charge.',
  'Data for any other use is paid for, as the regulations of the state provide.',
  'Users do not give or transfer data to third parties, nor use it for anything but what they applied for; further needs take a further application.',
  'Whoever publishes, exhibits or passes on results made from the data shows its source and copyright clearly.',
  'Copyright and ownership of the data stay with its owner; the licence gives a right of use only.',
  'The provider keeps a registry of provided data: applications, reviews, deliveries and uses are recorded and counted regularly.',
  'Users keep their account and password safe, guard the data against leaks and loss, and report either at once.',
  'Where a user breaks these measures, the provider may stop providing data and disable the account; damage is answered for under the law, and suspected crimes are handed to the authorities. The measures bind a user from the day of acceptance.',
];
