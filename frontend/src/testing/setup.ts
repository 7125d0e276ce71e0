import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// What is awaited comes at once on a quiet machine; a busy one is no reason to fail.
configure({ asyncUtilTimeout: 10_000 });

afterEach(cleanup);
