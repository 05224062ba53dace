import { writeFileSync } from 'node:fs';
import { dashboardShapes } from './dashboard-shapes.js';

writeFileSync('dashboard/forms/shapes.ts', dashboardShapes());
