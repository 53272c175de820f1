"""The rules of tournaments a second time, in the plainest way: every pairing is tried, every figure is counted anew.

It shares nothing with the engine, so that where the two agree, a misreading would have to have been made twice.
"""
