"""Solving and counting: the methods, batches, live frames, search trees and comparisons."""
