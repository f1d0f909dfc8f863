import { configure } from '@testing-library/react';

// Screens are waited for, not timed: a loaded machine may take long, and passing tests never wait this long.
configure({ asyncUtilTimeout: 15_000 });
