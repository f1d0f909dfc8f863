import { NOBODY } from '../account/personForm';
import type { components } from './schema';
import type { Person, User } from './types';

type Schemas = components['schemas'];

/** A person with every field: a request may leave some out, and the document has one shape for both. */
export const wholePerson = (person: Schemas['PersonForm']): Person => ({ ...NOBODY, ...person });

export const wholeUser = (user: Schemas['User']): User => ({
  ...user,
  person: wholePerson(user.person),
});
