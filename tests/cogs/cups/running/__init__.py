"""Tests of the course of tournaments on Discord: places, tables, threads, restarts."""
